import { href, Link } from 'react-router'
import type { Overview } from '#shop/reports/admin-overview-api.server.ts'

const steps = [
  { key: 'logo', text: 'Your logo', to: href('/dashboard/shop') },
  { key: 'imprint', text: 'Imprint', to: href('/dashboard/pages') },
  { key: 'seller', text: 'Seller on documents: SELLER_NAME, SELLER_ADDRESS, SELLER_TAX_ID' },
  { key: 'import', text: 'First import', to: href('/dashboard/manage-products/import') },
  { key: 'order', text: 'Test order, placed and paid', to: href('/purchase') },
  { key: 'backup', text: 'Backup: npm run backup' },
  { key: 'live', text: 'Go live: npm run admin -- go-live' },
] as const

/** The checklist of an owner's first days, until all is done. */
export function FirstSteps({ firstSteps }: Pick<Overview, 'firstSteps'>) {
  if (!firstSteps) return null
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <ul className="first-steps flex flex-wrap gap-8 gap-x-24 max-w-form mb-24">
        {steps.map(({ key, text, ...step }) => (
          <li key={key} data-done={firstSteps[key] || undefined}>
            <span aria-hidden="true">{firstSteps[key] ? '✓' : '○'}</span>{' '}
            {'to' in step && !firstSteps[key] ? (
              <Link to={step.to} className="text-link">
                {text}
              </Link>
            ) : (
              text
            )}
            <span className="visually-hidden">{firstSteps[key] ? ', done' : ', to do'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
