/** What has more than words; copied source text only has lines and colours. */
const STRUCTURE = /<(?:h[1-6]|p|ul|ol|li|a|b|strong|i|em|blockquote|table)[\s>]/i

// Word writes the marks of its lists as texts.
const BULLET = /^[•·▪◦§o][\t\u00a0 ]+/gm
const NUMBER = /^(\d+)(?:\\?\.|\))[\t\u00a0]+ */gm

/** Whether what was copied is converted: from a web page or a word processor. */
export function hasStructure(html: string): boolean {
  return STRUCTURE.test(html)
}

/** Returns the headings, lists, links and words of copied HTML as Markdown. */
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
  // Google Docs puts all that is copied into one.
  turndown.addRule('text that is not bold', {
    filter: ({ nodeName, style }) => nodeName === 'B' && style.fontWeight === 'normal',
    replacement: (text) => text,
  })
  return turndown.turndown(body).replaceAll(BULLET, '- ').replaceAll(NUMBER, '$1. ').replaceAll('\u00a0', ' ')
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
