/** Returns whether a valid address of USDT is one of TRON, and not of Ethereum. */
export const isTronAddress = (address: string): boolean => address.startsWith('T')
