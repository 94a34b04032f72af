import type { Appearance, StripeElementStyle } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/**
 * The theme for the provider's card fields, in both of the provider's languages: its frame knows
 * neither the page's styles nor its variables. Follows a change between light and dark.
 */
export function useCardAppearance(): { appearance: Appearance; style: StripeElementStyle } {
  const [look, setLook] = useState(readTheme)
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const change = () => setLook(readTheme())
    dark.addEventListener('change', change)
    return () => dark.removeEventListener('change', change)
  }, [])
  return look
}

function readTheme(): { appearance: Appearance; style: StripeElementStyle } {
  const page = getComputedStyle(document.documentElement)
  const read = (name: string) => page.getPropertyValue(name).trim()
  const text = read('--color-text')
  const soft = read('--color-text-soft')
  const danger = read('--color-error')
  const fontFamily = page.fontFamily
  return {
    appearance: {
      variables: {
        colorText: text,
        colorTextPlaceholder: soft,
        colorBackground: read('--color-field'),
        colorDanger: danger,
        borderRadius: read('--radius'),
        fontFamily,
        fontSizeBase: '16px',
      },
      rules: {
        '.Input': { borderColor: read('--color-line-strong') },
        '.Label': { fontSize: '15px', fontWeight: '600' },
      },
    },
    style: {
      base: { color: text, fontFamily, fontSize: '16px', '::placeholder': { color: soft } },
      invalid: { color: danger },
    },
  }
}
