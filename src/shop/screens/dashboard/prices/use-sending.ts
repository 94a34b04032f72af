import { useState } from 'react'
import { RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'

/** Sends a form that keeps its own state. `busy` and `error` are those of its frame. */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ text: string; fields: Record<string, string> } | null>(
    null,
  )
  const send = async (sending: () => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await sending()
    } catch (error) {
      const fields = error instanceof RestRefusal ? error.fields : {}
      setRefusal({ text: refusalText(error), fields })
    } finally {
      setBusy(false)
    }
  }
  const fields = refusal?.fields ?? {}
  return {
    send,
    busy,
    errorOf: (field: string): string | undefined => fields[field],
    /** The error of the whole form. */
    error: Object.keys(fields).length === 0 ? refusal?.text : undefined,
  }
}
