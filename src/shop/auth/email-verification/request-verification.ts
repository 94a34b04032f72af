import { callAuth } from '#shop/auth/auth-client.ts'
import { momentIn } from '#shop/auth/unsent-link.ts'
import { showToast } from '#ui/toast.ts'

/** Requests another verification link and shows the result; returns whether it was sent. */
export async function requestVerification(): Promise<boolean> {
  const answer = await callAuth('POST', 'send-verification-email', {})
  if (answer.ok) await showToast('success', 'The link is on its way, please check your mail')
  else await showToast('error', resendText(answer))
  return answer.ok
}

/** Returns the text for a verification mail that could not be sent again. */
function resendText({ status, retryAfter }: { status: number; retryAfter?: number | undefined }): string {
  if (status !== 429 || retryAfter === undefined) return 'Something went wrong'
  return `We sent links recently. You can request another one from ${momentText(retryAfter)}.`
}

/** Returns the time in the user's time zone, with the date if it is not near. */
function momentText(seconds: number): string {
  const moment = momentIn(seconds)
  return seconds < 12 * 3600
    ? moment.toLocaleTimeString(undefined, { timeStyle: 'short' })
    : moment.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
