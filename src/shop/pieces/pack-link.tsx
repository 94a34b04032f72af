import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { buttonVariant } from '#ui/button.tsx'

type PackLinkProps = {
  order: { number: string; address: string }
  /** Its pieces that are left to ship. */
  toShip: number
}

/** For admins: the link to the pack station with an order; nothing while nothing is left to ship. */
export function PackLink({ order: { number, address }, toShip }: PackLinkProps) {
  // Without an address the order is blocked.
  if (toShip === 0 || address === '') return null
  return (
    <Link
      to={withQuery(href('/dashboard/shipping/pack'), { order: number })}
      className={buttonVariant.primary}
    >
      Pack
    </Link>
  )
}
