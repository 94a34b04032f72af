import { useEffect, useState } from 'react'
import { answerOf, refusalText } from '#platform/http/api/rest-client.ts'
import type { RefundPreview, WantedRefund } from '#shop/refunds/refund-json.server.ts'
import { refundsApi } from './refunds-client.ts'

/** How long nothing must be typed before the preview is computed. */
const TYPING_MS = 250

type Preview = { preview: RefundPreview } | { refusal: string } | null

/** Returns what a refund would return, or why it is refused; null until that is known. */
export function useRefundPreview(paymentId: string, subject: WantedRefund | null): Preview {
  const [result, setResult] = useState<Preview>(null)
  const subjectJson = JSON.stringify(subject)
  useEffect(() => {
    setResult(null)
    if (subjectJson === 'null') return
    const left = new AbortController()
    const timer = setTimeout(async () => {
      const call = refundsApi.payments[':id'].refunds.preview
      const asked = { param: { id: paymentId }, json: JSON.parse(subjectJson) }
      const next = await answerOf(call.$post(asked, { init: { signal: left.signal } })).then(
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
