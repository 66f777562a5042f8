/* SDL for a worker, which has no page around it: every SDL file is compiled with this first.

   It draws into memory, pixels as a canvas has them, and hears of nothing: the page tells the game of input itself. And
   no line of JavaScript is left in it, which a browser with a strict policy would not run. */

#include <emscripten.h>
#include "SDL_config.h"
#include "SDL_pixels.h"

#undef SDL_AUDIO_DRIVER_DISK
#undef SDL_AUDIO_DRIVER_EMSCRIPTEN
#undef SDL_JOYSTICK_EMSCRIPTEN
#undef SDL_VIDEO_DRIVER_EMSCRIPTEN
#undef SDL_VIDEO_OPENGL_EGL
#undef SDL_VIDEO_OPENGL_ES2
#undef SDL_VIDEO_RENDER_OGL_ES2
#undef SDL_POWER_EMSCRIPTEN
#undef SDL_FILESYSTEM_EMSCRIPTEN

#define SDL_JOYSTICK_DUMMY 1
#define SDL_VIDEO_DRIVER_DUMMY 1
#define SDL_POWER_DISABLED 1
#define SDL_FILESYSTEM_DUMMY 1

#ifdef CANVAS_PIXELS
/* the format of the window that the dummy driver makes */
#define SDL_PIXELFORMAT_RGB888 SDL_PIXELFORMAT_XBGR8888
#endif

/* boxes for messages and failed assertions; nobody would see them */
#undef EM_ASM
#define EM_ASM(code, ...)
#undef MAIN_THREAD_EM_ASM_INT
#define MAIN_THREAD_EM_ASM_INT(code, ...) 'i'
