'use strict';

// Tables can be sorted by a column: up, down, then as they were written. Matrices cannot.
{
  // What a cell shows as a number: "<0.001" comes before "0.001", ">.99" after ".99", "–" is none.
  const shown = /^([<>])?\s*([-−+]?)(∞|\d*\.?\d+(?:e[-+]?\d+)?)/i;

  const number = (text) => {
    const found = shown.exec(text.trim());
    if (!found) return NaN;
    const size = found[3] === '∞' ? Infinity : Number(found[3]);
    const value = '-−'.includes(found[2] || '+') ? -size : size;
    const aside = { '<': -1e-9, '>': 1e-9 }[found[1]] ?? 0;
    return aside ? value + aside * Math.abs(value) : value;
  };

  const words = new Intl.Collator('en', { numeric: true });
  const next = { none: 'ascending', ascending: 'descending', descending: 'none' };

  const compared = (one, other, numeric, sign) => {
    if (!numeric) return sign * words.compare(one, other);
    const [a, b] = [number(one), number(other)];
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b); // none: last
    return a === b ? 0 : sign * (a < b ? -1 : 1);
  };

  const sortable = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    const written = [...table.tBodies[0].rows];
    heads.forEach((head, at) => {
      if (head.scope !== 'col') return;
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      head.append(button);
      head.setAttribute('aria-sort', 'none');
      button.addEventListener('click', () => {
        const order = next[head.getAttribute('aria-sort')];
        for (const one of heads) if (one.scope === 'col') one.setAttribute('aria-sort', 'none');
        head.setAttribute('aria-sort', order);
        const sign = order === 'descending' ? -1 : 1;
        const numeric = head.classList.contains('n');
        const text = (row) => row.cells[at].textContent;
        const rows = order === 'none' ? written
          : [...written].sort((a, b) => compared(text(a), text(b), numeric, sign));
        table.tBodies[0].append(...rows);
      });
    });
  };

  for (const table of document.querySelectorAll('table:not(.pairs, .mcm)')) {
    if (table.tBodies[0].rows.length > 2) sortable(table);
  }
}
