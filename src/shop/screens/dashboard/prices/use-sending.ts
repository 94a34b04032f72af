import { useState } from 'react'
import { RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'

/** The state of a form that is sent: whether it is under way, and what was refused of which field. */
export function useSending() {
  const [isBusy, setBusy] = useState(false)
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
    isBusy,
    errorOf: (field: string): string | undefined => fields[field],
    /** The error of the whole form. */
    error: Object.keys(fields).length === 0 ? refusal?.text : undefined,
  }
}
