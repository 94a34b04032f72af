export const LARGEST_WORKBOOK_BYTES = 1024 * 1024

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
