export const documentKinds = ['confirmation', 'invoice', 'credit-note'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentNames: Record<DocumentKind, string> = {
  confirmation: 'Order confirmation',
  invoice: 'Invoice',
  'credit-note': 'Credit note',
}

export function fileName(kind: DocumentKind, number: string): string {
  return kind === 'confirmation' ? `confirmation-${number}.pdf` : `${number}.pdf`
}
