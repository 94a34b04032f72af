import { callAuth } from '#shop/auth/auth-client.ts'
import { resendText } from '#shop/auth/email-verification.ts'
import { showToast } from '#ui/toast.ts'

/** Requests another verification link and shows the result; returns whether it was sent. */
export async function requestVerification(): Promise<boolean> {
  const answer = await callAuth('POST', 'send-verification-email', {})
  if (answer.ok) await showToast('success', 'The link is on its way, please check your mail')
  else await showToast('error', resendText(answer))
  return answer.ok
}
