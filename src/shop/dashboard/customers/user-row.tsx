import { useId } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { CustomerFiguresJson } from '#shop/customers/customers-api.server.ts'
import { deskPath } from '#shop/order-desk/desk-query.ts'
import type { ManagedUser } from '#shop/users/user-json.server.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { CopyableText } from '#ui/lists/copyable-text.tsx'
import { RowActions } from '#ui/lists/row-actions.tsx'

type UserRowProps = {
  user: ManagedUser
  figures: CustomerFiguresJson | undefined
  onChangeRole: () => void
  onDelete: () => void
}

const dollars = (amount: number) => (amount ? formatDollars(dollarsToCents(amount)) : '')

/** A user in the admin's list, with its actions (product 4.5). */
export function UserRow({ user, figures, onChangeRole, onDelete }: UserRowProps) {
  const id = useId()
  return (
    <tr>
      <th scope="row" id={id} title={user.displayName}>
        <Link to={href('/dashboard/customers/:id', { id: user._id })}>{user.displayName}</Link>
      </th>
      <td className="user-email-cell">
        <span className="user-email">
          <CopyableText text={user.email} label="e-mail" tail={10} />
          {!user.emailVerified && <small>Not verified</small>}
        </span>
      </td>
      <td data-label="Country" className="user-country">
        {user.country}
      </td>
      <td data-label="Orders" className="col-number user-orders">
        {figures && (
          <Link to={deskPath({ buyer: user._id })}>{figures.orders.toLocaleString('en-US')}</Link>
        )}
      </td>
      <td data-label="This year" className="col-number user-sum">
        {figures && dollars(figures.thisYear)}
      </td>
      <td data-label="Open" className="col-number user-sum">
        {figures && dollars(figures.open)}
      </td>
      <td data-label="Last order" className="user-last">
        {figures?.lastOrderAt && <DateTime iso={figures.lastOrderAt} dayOnly="short" />}
      </td>
      <RowActions headingId={id} onDelete={onDelete}>
        {user.role && (
          <Button variant="quiet" disabled aria-describedby={id}>
            Admin
          </Button>
        )}
        <Button variant="quiet" aria-describedby={id} onClick={onChangeRole}>
          {user.role ? 'Demote' : 'Make as Admin'}
        </Button>
      </RowActions>
    </tr>
  )
}
