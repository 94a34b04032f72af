import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { renewToken } from '#shop/auth/access/authorized-fetch.ts'
import type { IdentityAnswer } from '#shop/auth/auth-client.ts'
import { securityText } from '#shop/auth/second-factor/second-factor.ts'

/** Makes one change at a time and loads the page anew; what went wrong is in `error`. */
export function useSecurityChange() {
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState('')
  const change = async <Body>(
    call: () => Promise<IdentityAnswer<Body>>,
  ): Promise<Body | undefined> => {
    setIsBusy(true)
    setError('')
    const answer = await call()
    if (answer.ok) {
      // The session may be a new one.
      await renewToken().catch(() => {})
      await revalidate()
    } else setError(securityText(answer.code))
    setIsBusy(false)
    return answer.ok ? answer.body : undefined
  }
  return { change, isBusy, error }
}
