import { useEffect, useState } from 'react'
import { catalogueApi } from '#shop/search/catalogue-client.ts'
import type { Suggestions } from '#shop/search/search-json.server.ts'

const SHORTEST = 2

/** Suggestions for the typed text; further typing aborts the previous request. Empty without a response. */
export function useSuggestions(typed: string): Suggestions | null {
  const [result, setResult] = useState<{ text: string; suggestions: Suggestions } | null>(null)
  const text = typed.trim()
  useEffect(() => {
    if ([...text].length < SHORTEST) return
    const request = new AbortController()
    const init = { signal: request.signal }
    catalogueApi.products.suggest.$get({ query: { q: text } }, { init }).then(
      (suggestions) => setResult({ text, suggestions }),
      () => {
        if (!request.signal.aborted) setResult(null)
      },
    )
    return () => request.abort()
  }, [text])
  // The previous suggestions stay until the next arrive.
  return [...text].length < SHORTEST ? null : (result?.suggestions ?? null)
}
