/** The statement that a member ticks below the risk warning; evidence has it to the letter. */
export const WARNING_STATEMENT = 'I have read this warning and understand it.'

/** Returns what a member reads before they start the cooling-off period. */
export const formatCoolingOff = (hours: number): string =>
  `Before your first investment you have a cooling-off period of ${hours} hours to think it ` +
  'over. Nothing happens automatically at the end, and you can always decide not to invest.'
