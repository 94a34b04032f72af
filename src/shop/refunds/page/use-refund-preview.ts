import { useEffect, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { previewRefund, type RefundPreview, type RefundSubject } from './refunds-client.ts'

/** How long nothing must be typed before the preview is computed. */
const TYPING_MS = 250

type Preview = { preview: RefundPreview } | { refusal: string } | null

/** Returns what a refund would return, or why it is refused; null until that is known. */
export function useRefundPreview(paymentId: string, subject: RefundSubject | null): Preview {
  const [result, setResult] = useState<Preview>(null)
  const subjectJson = JSON.stringify(subject)
  useEffect(() => {
    setResult(null)
    if (subjectJson === 'null') return
    const left = new AbortController()
    const timer = setTimeout(async () => {
      const next = await previewRefund(paymentId, JSON.parse(subjectJson), left.signal).then(
        (preview) => ({ preview }),
        (error: unknown) => ({ refusal: refusalText(error) }),
      )
      if (!left.signal.aborted) setResult(next)
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [paymentId, subjectJson])
  return result
}
