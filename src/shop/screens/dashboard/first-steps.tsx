import { href, Link } from 'react-router'

/** What a buyer without orders can do first. */
export function FirstSteps() {
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">Your first order</h2>
      <ol>
        <li>
          <Link to={href('/purchase')}>Browse our tools</Link> and press Buy Now, or search by name,
          size or SKU.
        </li>
        <li>
          <Link to={href('/order-list')}>Paste a list</Link> of SKUs and quantities to order many
          tools at once.
        </li>
        <li>
          <Link to={href('/dashboard/profile')}>Fill in your address</Link>: the order forms begin
          with it.
        </li>
      </ol>
    </section>
  )
}
