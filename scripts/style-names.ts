/** The class names that a style sheet's selectors speak of. */
export function classesInCss(css: string): Set<string> {
  return new Set([...code(css).matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name))
}

/** The custom properties that a sheet, or a script through the document's styles, sets. */
export function tokensSet(text: string): Set<string> {
  const inCss = code(text).matchAll(/(--[\w-]+)\s*:/g)
  const inScripts = text.matchAll(/setProperty\(\s*'(--[\w-]+)'/g)
  return new Set([...inCss, ...inScripts].map(([, name = '']) => name))
}

/** The custom properties that a sheet or a script reads. */
export function tokensRead(text: string): Set<string> {
  const found = text.matchAll(/var\(\s*(--[\w-]+)|(?:getPropertyValue|readColor)\(\s*'(--[\w-]+)'/g)
  return new Set([...found].map(([, inCss, inScript]) => inCss ?? inScript ?? ''))
}

/** Selectors that stand in no cascade layer: they win over every layer, whatever they mean to do. */
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

/** The class names that a component or a page of HTML writes into its markup. */
export function classesInMarkup(source: string): Set<string> {
  const lists = [...source.matchAll(/\bclass(?:Name)?(?:=|: )(["'])(.*?)\1/g)].map(
    ([, , list = '']) => list,
  )
  for (const { index } of source.matchAll(/\bclassName=\{/g)) {
    const expression = balanced(source, source.indexOf('{', index), '{', '}')
    // Strings that are compared are values, and no class.
    lists.push(...stringsIn(expression.replace(/[!=]==\s*'[^']*'/g, '')))
  }
  // A list kept in a constant is known by its variant, `button button-primary`; flags of a sandbox look so too.
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

/** A sheet without its comments, strings and addresses. */
function code(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/url\([^)]*\)/g, 'url()')
    .replace(/"[^"]*"/g, '""')
}

/** From an opening bracket to the one that closes it. */
function balanced(text: string, start: number, open: string, close: string): string {
  let depth = 0
  for (let place = start; place < text.length; place++) {
    if (text[place] === open) depth++
    if (text[place] === close && --depth === 0) return text.slice(start, place + 1)
  }
  return text.slice(start)
}
