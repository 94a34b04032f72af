export const LARGEST_WORKBOOK_BYTES = 1024 * 1024

/** The media type of an .xlsx file. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
