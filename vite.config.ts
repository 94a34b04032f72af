import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// One build holds the whole server, API and pages, so there is one copy of every module:
// its entry is our own server, which takes the pages from React Router's virtual module.
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    ssr: { build: { rollupOptions: { input: './src/server.ts' } } },
  },
})
