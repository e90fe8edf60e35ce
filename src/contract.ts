/** Every call there is, by module: each module's contract.ts is added here and its api.ts in api.ts. */
export const contract = {}

export type Contract = typeof contract
