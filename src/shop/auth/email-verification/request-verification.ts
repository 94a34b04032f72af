import { callAuth } from '#shop/auth/auth-client.ts'
import { resendText } from '#shop/auth/email-verification.ts'
import { showToast } from '#ui/toast.ts'

/** Requests the verification link again and shows what came of it; returns whether it is on its way. */
export async function requestVerification(): Promise<boolean> {
  const answer = await callAuth('POST', 'send-verification-email', {})
  if (answer.ok) await showToast('success', 'The link is on its way, please check your mail')
  else await showToast('error', resendText(answer))
  return answer.ok
}
