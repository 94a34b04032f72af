/** A part of a Markdown text: words, or an element with its parts. */
export type MarkdownNode =
  | string
  | { tag: string; attributes: Record<string, string>; children: MarkdownNode[] }

const PARTS = /<(?<end>\/?)(?<tag>[a-z]{1,10}\d?)(?<attributes>[^<>]*)>|(?<text>[^<]+)/g
const ATTRIBUTES = /(?<name>[a-z]{1,10})="(?<value>[^"]*)"/g
const WITHOUT_CHILDREN = new Set(['br', 'hr', 'img'])
const USED_ATTRIBUTES = new Set(['href', 'title', 'src', 'alt', 'start', 'align', 'id'])

/** Reads the HTML of rendered Markdown, which escapes all that is not its own markup, by its few tags. */
export function readHtml(html: string): MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open = [root]
  for (const { groups: part = {} } of html.matchAll(PARTS)) {
    const into = open.at(-1) ?? root
    if (part.text) into.push(unescaped(part.text))
    else if (part.end) open.pop()
    else if (part.tag) {
      const children: MarkdownNode[] = []
      into.push({ tag: part.tag, attributes: attributesOf(part.attributes ?? ''), children })
      if (!WITHOUT_CHILDREN.has(part.tag)) open.push(children)
    }
  }
  return root
}

// The page's own title is its only heading of the first level.
const LEVELS: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4' }

/** Writes it, with known attributes alone and all texts escaped. */
export function writeHtml(nodes: MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escaped(node)
      const tag = LEVELS[node.tag] ?? node.tag
      const attributes = Object.entries(node.attributes)
        .map(([name, value]) => ` ${name}="${escaped(value)}"`)
        .join('')
      const start = `<${tag}${attributes}>`
      return WITHOUT_CHILDREN.has(tag) ? start : `${start}${writeHtml(node.children)}</${tag}>`
    })
    .join('')
}

function attributesOf(text: string): Record<string, string> {
  const pairs = Array.from(text.matchAll(ATTRIBUTES), ({ groups = {} }) => [
    groups.name ?? '',
    unescaped(groups.value ?? ''),
  ])
  return Object.fromEntries(pairs.filter(([name = '']) => USED_ATTRIBUTES.has(name)))
}

const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
const NAMES: Record<string, string> = { '<': 'lt', '>': 'gt', '"': 'quot', '&': 'amp' }

function escaped(text: string): string {
  return text.replaceAll(/[<>"&]/g, (character) => `&${NAMES[character]};`)
}

function unescaped(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|amp);/g, (_, name) => CHARACTERS[name] ?? '')
}
