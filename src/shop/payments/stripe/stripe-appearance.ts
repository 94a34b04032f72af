import type { Appearance, StripeElementStyle } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/**
 * Returns the theme of Stripe's card fields in both of its formats, because its frame cannot
 * use the page's styles or variables. Follows changes between light and dark.
 */
export function useStripeAppearance(): { appearance: Appearance; style: StripeElementStyle } {
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
  const { fontFamily } = page
  const text = readColor('--color-text')
  const soft = readColor('--color-text-soft')
  const danger = readColor('--color-error')
  return {
    appearance: {
      variables: {
        colorText: text,
        colorTextPlaceholder: soft,
        colorBackground: readColor('--color-field'),
        colorDanger: danger,
        borderRadius: page.getPropertyValue('--radius'),
        fontFamily,
        fontSizeBase: '16px',
      },
      rules: {
        '.Input': { borderColor: readColor('--color-line-strong') },
        '.Label': { fontSize: '14px', fontWeight: '600' },
      },
    },
    style: {
      base: { color: text, fontFamily, fontSize: '16px', '::placeholder': { color: soft } },
      invalid: { color: danger },
    },
  }
}

/** Returns the current value of a token that defines one for light and one for dark. */
function readColor(token: string): string {
  const sample = document.createElement('span')
  sample.style.color = `var(${token})`
  document.body.append(sample)
  const { color } = getComputedStyle(sample)
  sample.remove()
  return color
}
