import { z } from 'zod'

export const tags = ['Back office']
export const id = z.string().max(60)
