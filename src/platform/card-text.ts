/** Names a card by its brand, in the provider's words, and its last digits: Visa ending in 4242. */
export function cardText({ brand, last4 }: { brand: string; last4: string }): string {
  const name = brandNames[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)
  return `${name} ending in ${last4}`
}

const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
