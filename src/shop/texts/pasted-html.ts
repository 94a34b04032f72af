/** What has more than words; copied source text only has lines and colours. */
const STRUCTURE = /<(?:h[1-6]|p|ul|ol|li|a|b|strong|i|em|blockquote|table)[\s>]/i

// Word writes the marks of its lists as texts.
const BULLET = /^[•·▪◦§o][\t\u00a0 ]+/gm
const NUMBER = /^(\d+)(?:\\?\.|\))[\t\u00a0]+ */gm

/** Whether what was copied is converted: from a web page or a word processor. */
export function hasStructure(html: string): boolean {
  return STRUCTURE.test(html)
}

/** Returns the headings, lists, tables, links and words of copied HTML as Markdown. */
export async function markdownOfHtml(html: string): Promise<string> {
  // Otherwise the bundle of the server would have it too.
  if (import.meta.env.SSR) return ''
  const [{ default: Turndown }, { body }] = await Promise.all([import('turndown'), parsed(html)])
  const turndown = new Turndown({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
  })
  turndown.remove(['script', 'style', 'title'])
  turndown.addRule('pictures of other sites', { filter: 'img', replacement: () => '' })
  turndown.addRule('tables', {
    filter: isOfData,
    replacement: (_, table) =>
      `\n\n${tableText(table as HTMLTableElement, (cell) => turndown.turndown(cell))}\n\n`,
  })
  // Google Docs puts all that is copied into one.
  turndown.addRule('text that is not bold', {
    filter: ({ nodeName, style }) => nodeName === 'B' && style.fontWeight === 'normal',
    replacement: (text) => text,
  })
  return turndown.turndown(body).replaceAll(BULLET, '- ').replaceAll(NUMBER, '$1. ').replaceAll('\u00a0', ' ')
}

/** Whether it is a table of words; others arrange a page. */
function isOfData(node: HTMLElement): boolean {
  const isWide = node instanceof HTMLTableElement && [...node.rows].some(({ cells }) => cells.length > 1)
  return isWide && !node.querySelector('table')
}

/** A row a line, below its caption; the first row is the head. */
function tableText({ caption, rows }: HTMLTableElement, textOf: (part: HTMLElement) => string): string {
  const lines = [...rows].map(({ cells }) =>
    [...cells].flatMap((cell) => {
      const text = textOf(cell).replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
      return [text, ...Array<string>(cell.colSpan - 1).fill('')]
    }),
  )
  const width = Math.max(...lines.map(({ length }) => length))
  const line = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const [head = [], ...body] = lines
  const table = [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n')
  return caption ? `${textOf(caption)}\n\n${table}` : table
}

/** Parses HTML without running it: a request is the way that Trusted Types leave open. */
async function parsed(html: string): Promise<Document> {
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }))
  const request = new XMLHttpRequest()
  request.open('GET', url)
  request.responseType = 'document'
  await new Promise((resolve) => {
    request.onloadend = resolve
    request.send()
  })
  URL.revokeObjectURL(url)
  return request.responseXML ?? new Document()
}
