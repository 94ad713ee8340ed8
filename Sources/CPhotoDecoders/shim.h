#include <png.h>
#include <turbojpeg.h>

// On some processors the decoder of JPEG looks up in a file, when it is first used, what they can do: to be done while there are files.
static inline void prepare_photo_decoders(void) {
    const unsigned char pixels[64] = {0};
    unsigned char *buffer = NULL;
    unsigned long size = 0;
    tjhandle encoder = tjInitCompress();
    if (encoder == NULL) return;
    tjCompress2(encoder, pixels, 8, 0, 8, TJPF_GRAY, &buffer, &size, TJSAMP_GRAY, 85, 0);
    tjFree(buffer);
    tjDestroy(encoder);
}
