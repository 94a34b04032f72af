import { useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import type { CustomerDetails } from '#shop/customers/customer-json.server.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import type { TaxTreatment } from '#shop/tax/tax.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { DescriptionItem } from '#ui/description-item.tsx'
import { CopyableText } from '#ui/lists/copyable-text.tsx'
import { showToast } from '#ui/toast.ts'
import { ChangeUsers } from './change-users.tsx'

/** Who a customer is, the shipping address, and how orders are taxed. */
export function CustomerFacts({ customer }: { customer: CustomerDetails }) {
  const { email, isEmailVerified, role, phone, country, company, addresses, deletedAt } = customer
  return (
    <section aria-labelledby="customer-facts">
      <h2 id="customer-facts">Customer</h2>
      <dl className="customer-facts facts cards">
        {deletedAt ? (
          <DescriptionItem term="Deleted">
            <DateTime iso={deletedAt} />
          </DescriptionItem>
        ) : (
          <DescriptionItem term="Email">
            <CopyableText text={email} label="e-mail" tail={10} />
            <small>{isEmailVerified ? 'Verified' : 'Not verified'}</small>
          </DescriptionItem>
        )}
        <DescriptionItem term="Role">{role === 'admin' ? 'Admin' : 'Buyer'}</DescriptionItem>
        <DescriptionItem term="Registered">
          <DateTime iso={customer.createdAt} dayOnly />
        </DescriptionItem>
        <DescriptionItem term="Last login">
          {customer.lastLoginAt ? <DateTime iso={customer.lastLoginAt} /> : 'None recorded'}
        </DescriptionItem>
        {phone && <DescriptionItem term="Phone">{phone}</DescriptionItem>}
        {country && <DescriptionItem term="Country">{country}</DescriptionItem>}
        {company && <DescriptionItem term="Company as typed">{company}</DescriptionItem>}
        {!deletedAt && (
          <DescriptionItem term="Company">
            <Membership customer={customer} />
          </DescriptionItem>
        )}
        {addresses.length > 0 && (
          <DescriptionItem term={addresses.length === 1 ? 'Address' : 'Addresses'}>
            <ul>
              {addresses.map((address) => (
                <li key={address}>{address}</li>
              ))}
            </ul>
          </DescriptionItem>
        )}
        {!deletedAt && !customer.memberOf && (
          <DescriptionItem term="Tax">
            <BuyerTax customer={customer} />
          </DescriptionItem>
        )}
      </dl>
    </section>
  )
}

/** The company of a customer; one is made of the customer in one press. */
function Membership({ customer }: { customer: CustomerDetails }) {
  const { name, email, company, memberOf } = customer
  const navigate = useNavigate()
  if (memberOf) {
    return (
      <Link to={href('/dashboard/companies/:id', { id: memberOf._id })} className="text-link">
        {memberOf.name}
      </Link>
    )
  }
  const make = async () => {
    const json = { name: company || name, member: email }
    const made = await pricesApi.companies.$post({ json }).catch(refusalText)
    if (typeof made === 'string') return showToast('error', made)
    await navigate(href('/dashboard/companies/:id', { id: made._id }))
  }
  return (
    <>
      None
      <div>
        <Button variant="quiet" onClick={() => void make()}>
          Make a company
        </Button>
      </div>
    </>
  )
}

export const treatmentNames: Record<TaxTreatment, string> = {
  standard: 'Standard',
  exempt: 'Exempt',
  'reverse-charge': 'Reverse charge',
}

/** How the customer's next orders are taxed; the only place where that is changed. */
function BuyerTax({ customer }: { customer: CustomerDetails }) {
  const { treatment, reference, taxId } = customer.tax
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      {treatmentNames[treatment]}
      {reference && `, ${reference}`}
      {taxId && taxId !== reference && <small>Tax ID of the profile: {taxId}</small>}
      <div>
        <Button variant="quiet" onClick={() => setChanging(true)}>
          Change tax
        </Button>
      </div>
      {isChanging && (
        <ChangeUsers part="tax" users={[customer]} tax={customer.tax} onClosed={() => setChanging(false)} />
      )}
    </>
  )
}
