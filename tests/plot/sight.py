"""What eyes see: simulated colour blindness and the distance of colours.

Machado, Oliveira and Fernandes (2009), table 1, severity 1.0, for linear RGB; CIEDE2000 after
Sharma, Wu and Dalal (2005), *Color Research and Application* 30, 21-30, checked by their table 1.
"""

from __future__ import annotations

import numpy as np

SIGHT = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def rgb(colour):
    """Return a colour like "#0072B2" as three numbers from 0 to 1."""
    if len(colour) == 4:
        colour = "#" + "".join(2 * digit for digit in colour[1:])
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def linear(srgb):
    """Return light from sRGB."""
    srgb = rgb(srgb) if isinstance(srgb, str) else srgb
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def lab(light):
    """Return CIE L*a*b* of light, by the white D65."""
    xyz = TO_XYZ @ np.clip(light, 0, 1) / [0.95047, 1, 1.08883]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def in_the_dark(colour):
    """Return sRGB of a figure's colour under a page's filter, invert(0.9) hue-rotate(180deg).

    The matrix is that of Filter Effects Module Level 1 for a rotation by 180 degrees.
    """
    turned = np.array(
        [
            [0.213 - 0.787, 0.715 + 0.715, 0.072 + 0.072],
            [0.213 + 0.213, 0.715 - 0.285, 0.072 + 0.072],
            [0.213 + 0.213, 0.715 + 0.715, 0.072 - 0.928],
        ]
    )
    return np.clip(turned @ (0.9 - 0.8 * rgb(colour)), 0, 1)


def seen(colour, sight, *, dark=False):
    """Return CIE L*a*b* of a colour as an eye sees it."""
    return lab(SIGHT[sight] @ linear(in_the_dark(colour) if dark else rgb(colour)))


def ciede2000(one, other):
    """Return the distance of colours in CIE L*a*b*; 1 is about what an eye can just see.

    The last axis is that of L*, a*, b*.
    """
    (l1, a1, b1), (l2, a2, b2) = (np.moveaxis(np.asarray(x, float), -1, 0) for x in (one, other))
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25.0**7)))
    c1, c2 = np.hypot((1 + g) * a1, b1), np.hypot((1 + g) * a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, (1 + g) * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    coloured, far = c1 * c2 > 0, abs(h2 - h1) > 180
    turn = np.where(coloured, h2 - h1 - np.where(far, 360 * np.sign(h2 - h1), 0), 0)
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn) / 2)
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    both = h1 + h2
    hue = np.where(coloured & far, (both + np.where(both < 360, 360, -360)) / 2, both / 2)
    hue = np.where(coloured, hue, both)
    t = 1 + sum(
        weight * np.cos(np.radians(times * hue + by))
        for weight, times, by in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    bend = 30 * np.exp(-(((hue - 275) / 25) ** 2))
    rc = 2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7))
    sl = 1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    parts = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    turned = -np.sin(np.radians(2 * bend)) * rc * parts[1] * parts[2]
    return np.sqrt(sum(part**2 for part in parts) + turned)


def closest(labs):
    """Return the smallest distance of two of these colours in CIE L*a*b*."""
    one, other = np.triu_indices(len(labs), 1)
    labs = np.array(labs)
    return float(np.min(ciede2000(labs[one], labs[other])))


def grey(colour):
    """Return CIE L*a*b* of a colour in a grey print, which keeps its luminance."""
    return lab(np.full(3, TO_XYZ[1] @ linear(colour)))
