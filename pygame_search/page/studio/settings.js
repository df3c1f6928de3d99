/**
 * What a reader sets: the colours and the size of the text. It stands in the storage of the browser.
 */

const KEY = 'pygame_search.studio';

/** What can be set, and its values; the first is taken where nothing is set. */
export const CHOICES = {
  theme: { system: 'as the system', light: 'light', dark: 'dark' },
  size: { normal: 'normal', large: 'large', projector: 'projector' },
};
const SIZES = { normal: '100%', large: '125%', projector: '160%' };

/** What is set; all that is not one of the values is left out. */
export function settings() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    // No storage here, or another text in it.
  }
  return Object.fromEntries(Object.entries(CHOICES).map(([name, values]) =>
    [name, typeof kept[name] === 'string' && Object.hasOwn(values, kept[name]) ? kept[name] : Object.keys(values)[0]]));
}

/** Sets a value, and keeps it if there is a storage. */
export function set(name, value) {
  const all = { ...settings(), [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // It counts until the page is closed.
  }
  apply(all);
}

/** Has the page look as it is set. */
export function apply({ theme, size }) {
  const { documentElement: page } = document;
  if (theme === 'system') page.removeAttribute('data-theme');
  else page.setAttribute('data-theme', theme);
  page.style.fontSize = SIZES[size];
}
