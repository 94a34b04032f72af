import { DateTime } from '#ui/date-time.tsx'

/** Says that no link was sent at the sign-up, and from when one can be requested. */
export function UnsentLinkNote({ email, until }: { email: string; until: string }) {
  return (
    <>
      no link was sent to {email}, because too many were requested. You can request one from{' '}
      <DateTime iso={until} />.
    </>
  )
}
