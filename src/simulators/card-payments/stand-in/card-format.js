const brands = [
  { name: 'visa', pattern: /^4/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'mastercard', pattern: /^(5[1-5]|2[2-7])/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'amex', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
]
const unknownBrand = { name: 'unknown', lengths: [16, 19], groups: [4, 4, 4, 4, 3], cvc: 4 }

export function digitsOf(text) {
  return text.replace(/\D/g, '')
}

export function brandOf(number) {
  return brands.find((brand) => brand.pattern.test(number)) ?? unknownBrand
}

/** Formats a card number in the groups of its brand, such as `4242 4242 …`. */
export function groupCardNumber(text) {
  const brand = brandOf(digitsOf(text))
  const digits = digitsOf(text).slice(0, Math.max(...brand.lengths))
  let start = 0
  const groups = brand.groups.map((size) => {
    start += size
    return digits.slice(start - size, start)
  })
  return groups.filter(Boolean).join(' ')
}

/** Formats an expiry date as `12 / 34`. Adds no slash while deleting, so that it can be deleted. */
export function formatExpiry(text, deleting = false) {
  let digits = digitsOf(text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (digits.length === 6) digits = digits.slice(0, 2) + digits.slice(4) // 12/2034, as browsers fill it in
  const [month, year] = [digits.slice(0, 2), digits.slice(2, 4)]
  return year || (month.length === 2 && !deleting) ? `${month} / ${year}` : month
}

function passesLuhn(number) {
  let sum = 0
  for (const [index, digit] of Array.from(number, Number).reverse().entries()) {
    const weighted = index % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

function fault(code, message) {
  return { type: 'validation_error', code, message }
}

/** Returns the error of each field, or undefined. `today` is compared with the expiry. */
export function fieldErrors({ number, expiry, cvc, postalCode }, today = new Date()) {
  const digits = digitsOf(number)
  const brand = brandOf(digits)
  return {
    number: numberFault(digits, brand),
    expiry: expiryFault(digitsOf(expiry), today),
    cvc:
      digitsOf(cvc).length < Math.min(brand.cvc, brand === unknownBrand ? 3 : 4)
        ? fault('incomplete_cvc', "Your card's security code is incomplete.")
        : undefined,
    postalCode: postalCode === '' ? fault('incomplete_zip', 'Your postal code is incomplete.') : undefined,
  }
}

function numberFault(digits, brand) {
  if (digits.length < brand.lengths[0]) {
    return fault('incomplete_number', 'Your card number is incomplete.')
  }
  return passesLuhn(digits) ? undefined : fault('invalid_number', 'Your card number is invalid.')
}

function expiryFault(digits, today) {
  if (digits.length < 4) {
    return fault('incomplete_expiry', "Your card's expiration date is incomplete.")
  }
  const { month, year } = readExpiry(digits)
  if (month < 1 || month > 12) {
    return fault('invalid_expiry_month', "Your card's expiration month is invalid.")
  }
  if (year < today.getFullYear()) {
    return fault('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  }
  if (year === today.getFullYear() && month < today.getMonth() + 1) {
    return fault('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  }
  return undefined
}

export function readExpiry(text) {
  const digits = digitsOf(text)
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2, 4)) }
}
