"""What figures are drawn with: scenes, painters, text, colours, charts and label positions.

======================  ==========================================================================
`scene`                 lines, marks, areas and texts with their positions in points
`paint_matplotlib`      draws a scene into Matplotlib axes; `paint_svg` and `paint_tikz` write it
`figure`                Matplotlib's figure with reproducible files, and literal text
`many_texts`            thousands of texts as one Matplotlib artist
`fonts`                 fonts for a text, its size in them, and both as a `Typeface`
`text`                  names made visible, shortened, different from each other, and wrapped
`style`                 colours, marks, sizes, and the look that a caller can set
`chart`                 charts of numbers: axes, notes, names at the ends of curves, a key
`margins`               margins of a chart as wide as asked, with its texts
`label_placement`       positions of labels, none over another
`dataset_map`           maps of datasets, chosen or not
`dataset_groups`        groups of datasets: dots and legend
`honeycomb`             the geometry of a map's units
======================  ==========================================================================

The code of a figure of shapes measures the texts (`fonts.measurer`), fills a `scene.Scene` from the
top left corner downwards and passes the scene to `paint_matplotlib.show`. This function scales the
scene to the caller's axes, or makes a figure of the size of the scene. The code of a chart makes
axes (`chart.chart_axes`, `chart.dress`), draws data with Matplotlib, and writes texts with
`chart.write`. Scenes, text, style, label positions and honeycombs do not load Matplotlib, so that
TikZ and LaTeX are written without it.
"""
