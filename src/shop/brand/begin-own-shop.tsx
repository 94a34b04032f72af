import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href } from 'react-router'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showRefusal } from '#web/form-refusal.ts'
import { useSite } from '#web/page-head.tsx'
import type { createOwnShopApi } from './own-shop-api.server.ts'
import { type OwnShop, ownShopForm } from './own-shop-form.ts'

const api = apiClient<typeof createOwnShopApi>()

/** Turns the demo into the owner's shop, after a dialog that says what is removed. */
export function BeginOwnShop() {
  const site = useSite()
  const [asked, ask] = useState<OwnShop | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useForm({
    resolver: zodResolver(ownShopForm),
    defaultValues: { shopName: '', name: '', email: '' },
  })
  const { control, handleSubmit, setError } = form
  if (!site?.isDemo || site.isOwn) return null
  const begin = async (owner: OwnShop) => {
    setBusy(true)
    try {
      await api['own-shop'].$post({ json: owner })
      // Everything on this page was of the demo.
      window.location.assign(href('/dashboard'))
    } catch (error) {
      showRefusal(error, setError, (name) => (name in owner ? name : 'root'))
      ask(null)
      setBusy(false)
    }
  }
  return (
    <section className="part-below border-top justify-items-start stack">
      <h2>Begin your own shop</h2>
      <p>
        Removes everything of the demo, after a backup of it: tools, categories, synonyms, lists, companies,
        orders, invoices, posts, texts, pictures, messages, and all users but you.
      </p>
      <Form control={control} onSubmit={handleSubmit(ask)} button="Begin my own shop …">
        <TextField control={control} name="shopName" label="Name of your shop" autoComplete="organization" />
        <TextField control={control} name="name" label="Your name" autoComplete="name" />
        <TextField
          control={control}
          name="email"
          label="Your e-mail"
          type="email"
          hint="You log in with it from then on; your password stays."
          autoComplete="email"
        />
      </Form>
      {asked && (
        <ConfirmDialog
          title={`Remove the demo and begin ${asked.shopName}?`}
          action="Remove the demo"
          busy={isBusy}
          onConfirm={() => begin(asked)}
          onCancel={() => ask(null)}
        >
          <p>
            First a backup is made in the shop’s data folder; without it nothing is removed. Then all tools,
            orders, documents, posts, texts, pictures and users go. This can’t be undone here, and no restart
            brings the demo back. Visitors see “Please try again” for a minute.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
