/** Returns the class names in a style sheet's selectors. */
export function classesInCss(css: string): Set<string> {
  return new Set([...code(css).matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name))
}

/** Returns the custom properties that a sheet or script sets. */
export function tokensSet(text: string): Set<string> {
  const inCss = code(text).matchAll(/(--[\w-]+)\s*:/g)
  const inScripts = text.matchAll(/setProperty\(\s*'(--[\w-]+)'|'(--[\w-]+)':/g)
  return new Set([...inCss, ...inScripts].map(([, inCss, inStyle]) => inCss ?? inStyle ?? ''))
}

/** Returns the custom properties that a sheet or script reads. */
export function tokensRead(text: string): Set<string> {
  const matches = text.matchAll(/var\(\s*(--[\w-]+)|(?:getPropertyValue|readColor)\(\s*'(--[\w-]+)'/g)
  return new Set([...matches].map(([, inCss, inScript]) => inCss ?? inScript ?? ''))
}

/** Returns the selectors outside of any cascade layer, which would override every layer. */
export function selectorsWithoutLayer(css: string): string[] {
  const free: string[] = []
  let rest = code(css)
  while (rest.includes('{')) {
    const head = rest.slice(0, rest.indexOf('{')).split(';').at(-1)?.trim() ?? ''
    const body = balanced(rest, rest.indexOf('{'), '{', '}')
    if (!/^@(layer|font-face|keyframes)\b/.test(head)) free.push(head)
    rest = rest.slice(rest.indexOf('{') + body.length)
  }
  return free
}

/** Returns the class names in the markup of a component or HTML page. */
export function classesInMarkup(source: string): Set<string> {
  const lists = [...source.matchAll(/\bclass(?:Name)?(?:=|: )(["'])(.*?)\1/g)].map(([, , list = '']) => list)
  for (const { index } of source.matchAll(/\bclassName=\{/g)) {
    const expression = balanced(source, source.indexOf('{', index), '{', '}')
    // Compared strings are values, not classes.
    lists.push(...stringsIn(expression.replace(/[!=]==\s*'[^']*'/g, '')))
  }
  // Class lists in constants match `button button-primary`; sandbox flags (`allow-…`) are excluded.
  const constants = source.matchAll(/'((?!allow-)([a-z][a-z-]*)(?: \2-[a-z-]+)+)'/g)
  lists.push(...[...constants].map(([, list = '']) => list))
  return new Set(lists.flatMap((list) => list.split(/\s+/)).filter(Boolean))
}

function stringsIn(source: string): string[] {
  const quoted = source.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)
  const templates = source.matchAll(/`([^`]*)`/g)
  return [
    ...[...quoted].map(([, single, double]) => single ?? double ?? ''),
    ...[...templates].map(([, text = '']) => text.replace(/\$\{[^}]*\}/g, ' ')),
  ]
}

/** Removes comments, strings and URLs from a sheet. */
function code(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/url\([^)]*\)/g, 'url()')
    .replace(/"[^"]*"/g, '""')
}

/** Returns the text from an opening bracket to its closing bracket. */
function balanced(text: string, start: number, open: string, close: string): string {
  let depth = 0
  for (let index = start; index < text.length; index++) {
    if (text[index] === open) depth++
    if (text[index] === close && --depth === 0) return text.slice(start, index + 1)
  }
  return text.slice(start)
}
