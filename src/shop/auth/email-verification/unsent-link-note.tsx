import { DateTime } from '#ui/date-time.tsx'

/** Says that the sign-up sent no link, and when one can be requested. */
export function UnsentLinkNote({ email, until }: { email: string; until: string }) {
  return (
    <>
      no link was sent to {email}, because too many were requested. You can request one from{' '}
      <DateTime iso={until} />.
    </>
  )
}
