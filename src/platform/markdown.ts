import { micromark } from 'micromark'
import { markdownFault } from './markdown-limits.ts'

/** A part of a Markdown text: words, or an element with its parts. */
type MarkdownNode =
  | string
  | { tag: string; attributes: Record<string, string>; children: MarkdownNode[] }

// HTML is no markup here: it stays text, in paragraphs like any other.
const WITHOUT_HTML = { extensions: [{ disable: { null: ['htmlFlow', 'htmlText'] } }] }

const PARTS = /<(?<end>\/?)(?<tag>[a-z]{1,10}\d?)(?<attributes>[^<>]*)>|(?<text>[^<]+)/g
const ATTRIBUTES = /(?<name>[a-z]{1,10})="(?<value>[^"]*)"/g
const WITHOUT_CHILDREN = new Set(['br', 'hr', 'img'])
const USED_ATTRIBUTES = new Set(['href', 'title', 'src', 'alt', 'start'])

/** What pages show of a Markdown text, made once when it is saved. */
export type RenderedMarkdown = { html: string; plain: string }

/**
 * Renders Markdown. HTML in the text stays text, and links lead only to web and mail addresses. A text
 * that is too costly to parse, from before it was refused, becomes plain paragraphs.
 */
export function renderMarkdown(text: string): RenderedMarkdown {
  const nodes = markdownFault(text) ? plainParagraphs(text) : parseMarkdown(text)
  return { html: htmlOf(nodes), plain: wordsOf(nodes).replaceAll(/\s+/g, ' ').trim() }
}

function parseMarkdown(text: string): MarkdownNode[] {
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

function plainParagraphs(text: string): MarkdownNode[] {
  return text.split(/\n\s*\n/).map((each) => ({ tag: 'p', attributes: {}, children: [each] }))
}

// The page's own title is its only heading of the first level.
const LEVELS: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4' }

/** Of known tags and attributes alone, with all texts escaped. */
function htmlOf(nodes: MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escaped(node)
      const tag = LEVELS[node.tag] ?? node.tag
      const attributes = Object.entries(node.attributes)
        .map(([name, value]) => ` ${name}="${escaped(value)}"`)
        .join('')
      const start = `<${tag}${attributes}>`
      return WITHOUT_CHILDREN.has(tag) ? start : `${start}${htmlOf(node.children)}</${tag}>`
    })
    .join('')
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
const NAMES: Record<string, string> = { '<': 'lt', '>': 'gt', '"': 'quot', '&': 'amp' }

function escaped(text: string): string {
  return text.replaceAll(/[<>"&]/g, (character) => `&${NAMES[character]};`)
}

function unescaped(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|amp);/g, (_, name) => CHARACTERS[name] ?? '')
}
