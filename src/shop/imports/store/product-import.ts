export const importModes = ['change-and-add', 'change', 'add'] as const
export type ImportMode = (typeof importModes)[number]

/** The steps of an import. `refused` is one whose file can't be read, `failed` one that ended by a fault. */
export const importStatuses = [
  ...(['reading', 'compared', 'applying', 'applied', 'cancelled'] as const),
  ...(['undoing', 'undone', 'refused', 'failed'] as const),
] as const
export type ImportStatus = (typeof importStatuses)[number]
