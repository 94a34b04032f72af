export const paperNames = {
  'pick-list': 'Pick list',
  'packing-slips': 'Packing slips',
  'delivery-notes': 'Delivery notes',
} as const

export type Paper = keyof typeof paperNames
export const allPapers = Object.keys(paperNames) as [Paper, ...Paper[]]
