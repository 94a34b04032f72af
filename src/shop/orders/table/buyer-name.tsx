/** A table cell with a buyer's name, and the e-mail beneath it where there is room. */
export function BuyerName({ name, email }: { name: string; email: string }) {
  return (
    <span className="order-buyer-parts" title={`${name}, ${email}`}>
      <span className="order-buyer-name">{name}</span>{' '}
      <span className="order-buyer-email">{email}</span>
    </span>
  )
}
