/** A rendered Markdown text. */
export function MarkdownText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown escapes all texts in it
  return <div className="markdown-text" dangerouslySetInnerHTML={{ __html: html }} />
}
