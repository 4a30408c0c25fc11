type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, unknown>;

/**
 * An element with attributes and children. `on...` are listeners, `class` is the class list, a
 * property that is true stands alone, one that is false, null or undefined is left out. Text is
 * never read as HTML.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on') && typeof value === 'function')
      element.addEventListener(name.slice(2).toLowerCase(), value as EventListener);
    else if (name === 'value' || name === 'checked' || name === 'disabled')
      (element as unknown as Record<string, unknown>)[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

export function append(parent: Node, children: (Child | Child[])[]): void {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(typeof child === 'object' ? child : document.createTextNode(String(child)));
  }
}

/** Replaces what is inside an element. */
export function fill(parent: Element, ...children: (Child | Child[])[]): void {
  parent.replaceChildren();
  append(parent, children);
}

const kSvg = 'http://www.w3.org/2000/svg';

export function svg(viewBox: string, paths: (string | Attributes)[], className = ''): SVGSVGElement {
  const root = document.createElementNS(kSvg, 'svg');
  root.setAttribute('viewBox', viewBox);
  root.setAttribute('aria-hidden', 'true');
  if (className) root.setAttribute('class', className);
  for (const path of paths) {
    const { tag = 'path', ...rest } = typeof path === 'string' ? { d: path } : (path as Attributes);
    const element = document.createElementNS(kSvg, String(tag));
    for (const [name, value] of Object.entries(rest)) element.setAttribute(name, String(value));
    root.appendChild(element);
  }
  return root;
}

let ids = 0;
export function freshId(prefix: string): string {
  ids += 1;
  return `${prefix}-${ids}`;
}
