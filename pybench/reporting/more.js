// A box that holds more to its right than it shows fades there.
{
  const look = (box) => {
    const hidden = box.scrollWidth - box.clientWidth - box.scrollLeft;
    box.classList.toggle('more', hidden > 2);
  };
  const watch = new ResizeObserver((seen) => { for (const one of seen) look(one.target); });
  for (const box of document.querySelectorAll('.wide, .paper')) {
    box.addEventListener('scroll', () => look(box), { passive: true });
    watch.observe(box);
    for (const image of box.querySelectorAll('img')) image.addEventListener('load', () => look(box));
    look(box);
  }
}
