import { href, Link } from 'react-router'
import { buttonVariant } from '#ui/button.tsx'

/** Invites visitors to contact the shop or register (product 2.8). */
export function JoinPrompt() {
  return (
    <section className="prompt" aria-labelledby="join">
      <div>
        <h2 id="join" className="section-title">
          Equip the whole workshop
        </h2>
        <p>
          Register to order in bulk and follow each delivery, or tell us what your people work on
          and we put together the crate.
        </p>
      </div>
      <div className="prompt-buttons">
        <Link to={href('/register')} className={buttonVariant.primary} prefetch="intent">
          Register
        </Link>
        <Link to={href('/contact')} className={buttonVariant.quiet} prefetch="intent">
          Contact
        </Link>
      </div>
    </section>
  )
}
