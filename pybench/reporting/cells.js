// Cells of matrices and units of maps say what they are in a line below, under the pointer and
// under the keyboard: one stop of the Tab key, then arrow keys.
{
  const lineAfter = (box, hint) => {
    const line = document.createElement('p');
    line.className = 'told';
    line.setAttribute('role', 'status');
    line.textContent = hint;
    box.after(line);
    return line;
  };

  const name = (text) => Object.assign(document.createElement('bdi'), { textContent: text });

  // Make one of the items reachable by Tab and move from it with the arrow keys.
  const steps = (items, move, tell) => {
    const enter = (item) => {
      for (const one of items) one.setAttribute('tabindex', one === item ? 0 : -1);
    };
    enter(items[0]);
    for (const item of items) {
      item.addEventListener('pointerenter', () => tell(item));
      item.addEventListener('focus', () => { enter(item); tell(item); });
      item.addEventListener('keydown', (event) => {
        const to = move(item, event.key);
        if (!to) return;
        event.preventDefault();
        to.focus();
      });
    }
  };

  const ways = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  };

  for (const table of document.querySelectorAll('table.pairs, table.mcm')) {
    const rows = [...table.tBodies[0].rows];
    const heads = [...table.tHead.rows[0].cells];
    const line = lineAfter(table.closest('.wide'), 'Point at a cell, or step through them with the arrow keys.');
    table.setAttribute('role', 'grid');
    const cells = rows.flatMap((row) => [...row.cells].slice(1));
    const headName = (head) => (head.querySelector('bdi') ?? head).textContent;
    const move = (cell, key) => {
      const way = ways[key];
      if (!way) return null;
      const to = rows[rows.indexOf(cell.parentNode) + way[1]]?.cells[cell.cellIndex + way[0]];
      return to?.localName === 'td' ? to : null;
    };
    steps(cells, move, (cell) => {
      const [row, column] = [headName(cell.parentNode.cells[0]), headName(heads[cell.cellIndex])];
      const said = cell.title || cell.textContent;
      line.replaceChildren(name(row), ' against ', name(column), `: ${said}`);
    });
  }

  for (const map of document.querySelectorAll('svg.units')) {
    const line = lineAfter(map.closest('.paper'), 'Point at a unit, or step through them with the arrow keys.');
    const units = [...map.querySelectorAll('polygon')];
    const middle = new Map(units.map((unit) => {
      const box = unit.getBBox();
      return [unit, [box.x + box.width / 2, box.y + box.height / 2]];
    }));
    // The nearest unit that way; a step aside counts double, so that rows are kept.
    const move = (unit, key) => {
      const way = ways[key];
      if (!way) return null;
      const [x, y] = middle.get(unit);
      let [best, least] = [null, Infinity];
      for (const [other, [a, b]] of middle) {
        const along = (a - x) * way[0] + (b - y) * way[1];
        const aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
        if (along > 0.1 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
      }
      return best;
    };
    for (const unit of units) unit.setAttribute('role', 'img');
    steps(units, move, (unit) => line.replaceChildren(unit.querySelector('title').textContent));
  }
}
