// For printing, what is folded is opened and what is too wide for the paper made smaller.
{
  const paper = 680; // pixels of A4 between its margins
  const shrink = 10 / 12; // of all sizes on paper: print.css
  let undo = [];
  addEventListener('beforeprint', () => {
    for (const one of document.querySelectorAll('details:not([open])')) {
      one.open = true;
      undo.push(() => { one.open = false; });
    }
    for (const table of document.querySelectorAll('table')) {
      const wide = table.scrollWidth * shrink;
      if (wide <= paper) continue;
      table.style.zoom = paper / wide;
      undo.push(() => { table.style.zoom = ''; });
    }
  });
  addEventListener('afterprint', () => {
    for (const one of undo) one();
    undo = [];
  });
}
