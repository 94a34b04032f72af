import { micromark } from 'micromark'

/** A part of a Markdown text: words, or an element with its parts. */
export type MarkdownNode =
  | string
  | { tag: string; attributes: Record<string, string>; children: MarkdownNode[] }

// HTML is no markup here: it stays text, in paragraphs like any other.
const WITHOUT_HTML = { extensions: [{ disable: { null: ['htmlFlow', 'htmlText'] } }] }

const PARTS = /<(?<end>\/?)(?<tag>[a-z]{1,10}\d?)(?<attributes>[^<>]*)>|(?<text>[^<]+)/g
const ATTRIBUTES = /(?<name>[a-z]{1,10})="(?<value>[^"]*)"/g
const WITHOUT_CHILDREN = new Set(['br', 'hr', 'img'])
const USED_ATTRIBUTES = new Set(['href', 'title', 'src', 'alt', 'start'])

/**
 * Parses Markdown into elements, which pages render without inserting HTML. HTML in the text stays
 * text, and links lead only to web and mail addresses.
 */
export function parseMarkdown(text: string): MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open = [root]
  const html = micromark(text, WITHOUT_HTML)
  // micromark escapes all that is not its own markup, so its HTML is read by its few tags.
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

/** Returns the words of a Markdown text on one line, without marks. */
export function plainMarkdown(text: string): string {
  return wordsOf(parseMarkdown(text)).replaceAll(/\s+/g, ' ').trim()
}

function wordsOf(nodes: MarkdownNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : wordsOf(node.children) || ' '))
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

function unescaped(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|amp);/g, (_, name) => CHARACTERS[name] ?? '')
}
