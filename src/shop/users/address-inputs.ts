/** The input attributes of address fields: `<TextField control={control} {...addressInputs.city} />`. */
export const addressInputs = {
  address: { name: 'address', label: 'Address', autoComplete: 'street-address' },
  city: { name: 'city', label: 'City', autoComplete: 'address-level2' },
  // Its label is that of the country; the length keeps errors from a field that may be hidden.
  region: { name: 'region', autoComplete: 'address-level1', maxLength: 100 },
  postcode: { name: 'postcode', label: 'Postcode', autoComplete: 'postal-code' },
  country: { name: 'country', label: 'Country', autoComplete: 'country-name' },
} as const
