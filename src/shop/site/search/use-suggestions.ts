import { useEffect, useState } from 'react'
import { fetchSuggestions } from '#shop/catalogue/catalogue-client.ts'
import type { Suggestions } from '#shop/catalogue/search/search-json.server.ts'

const SHORTEST = 2

/**
 * Suggestions for the typed text; further typing aborts the previous request. Empty without a response.
 */
export function useSuggestions(typed: string): Suggestions | null {
  const [found, setFound] = useState<{ text: string; suggestions: Suggestions } | null>(null)
  const text = typed.trim()
  useEffect(() => {
    if ([...text].length < SHORTEST) return
    const request = new AbortController()
    fetchSuggestions(text, request.signal).then(
      (suggestions) => setFound({ text, suggestions }),
      () => {
        if (!request.signal.aborted) setFound(null)
      },
    )
    return () => request.abort()
  }, [text])
  // The previous suggestions stay until the next arrive.
  return [...text].length < SHORTEST ? null : (found?.suggestions ?? null)
}
