type Message = { method?: string; params?: Record<string, unknown> }

const EVENTS = ['browsingContext.downloadWillBegin', 'browsingContext.downloadEnd']

/**
 * Names a download by its URL when it has no id, as those of files that a script made: Playwright
 * ignores the events of nameless downloads.
 */
export function identifyDownload(message: Message): Message {
  const { method = '', params } = message
  if (!params || !EVENTS.includes(method) || params.download || params.navigation) return message
  const { context, url } = params
  return { ...message, params: { ...params, download: `${context} ${url}` } }
}
