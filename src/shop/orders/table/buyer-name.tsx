import { CopyableText } from '#ui/lists/copyable-text.tsx'

/** A table cell with a buyer's name and an e-mail to copy. */
export function BuyerName({ name, email }: { name: string; email: string }) {
  return (
    <span className="order-buyer-parts">
      <span className="order-buyer-name" title={name}>
        {name}
      </span>
      <CopyableText text={email} label="e-mail" title={`${name}, ${email}`} />
    </span>
  )
}
