#pragma once

#include <tss2/tss2_esys.h>
#include <tss2/tss2_mu.h>
#include <tss2/tss2_rc.h>
#include <tss2/tss2_tctildr.h>

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

// The functions of libtss2 that are called. It is not linked but loaded, when a TPM is first spoken to: it and the
// libcrypto that it brings would be a tenth of the memory of a daemon whose root key is in a file.
#define TPM_STACK_FUNCTIONS(FUNCTION) \
    FUNCTION(tctildr, Tss2_TctiLdr_Initialize) \
    FUNCTION(tctildr, Tss2_TctiLdr_Finalize) \
    FUNCTION(esys, Esys_Initialize) \
    FUNCTION(esys, Esys_Finalize) \
    FUNCTION(esys, Esys_Free) \
    FUNCTION(esys, Esys_FlushContext) \
    FUNCTION(esys, Esys_CreatePrimary) \
    FUNCTION(esys, Esys_StartAuthSession) \
    FUNCTION(esys, Esys_TRSess_SetAttributes) \
    FUNCTION(esys, Esys_TR_SetAuth) \
    FUNCTION(esys, Esys_TR_FromTPMPublic) \
    FUNCTION(esys, Esys_TR_Close) \
    FUNCTION(esys, Esys_Create) \
    FUNCTION(esys, Esys_Load) \
    FUNCTION(esys, Esys_Unseal) \
    FUNCTION(esys, Esys_Sign) \
    FUNCTION(esys, Esys_ObjectChangeAuth) \
    FUNCTION(esys, Esys_NV_DefineSpace) \
    FUNCTION(esys, Esys_NV_UndefineSpace) \
    FUNCTION(esys, Esys_NV_Increment) \
    FUNCTION(esys, Esys_NV_Read) \
    FUNCTION(esys, Esys_NV_ReadPublic) \
    FUNCTION(esys, Esys_GetCapability) \
    FUNCTION(mu, Tss2_MU_TPM2B_PUBLIC_Marshal) \
    FUNCTION(mu, Tss2_MU_TPM2B_PUBLIC_Unmarshal) \
    FUNCTION(mu, Tss2_MU_TPM2B_PRIVATE_Marshal) \
    FUNCTION(mu, Tss2_MU_TPM2B_PRIVATE_Unmarshal) \
    FUNCTION(rc, Tss2_RC_Decode)

struct tpm_stack {
#define TPM_STACK_MEMBER(library, name) __typeof__(name) *_Nonnull name;
    TPM_STACK_FUNCTIONS(TPM_STACK_MEMBER)
#undef TPM_STACK_MEMBER
};

// Loads libtss2 for as long as the process lives; to be called once. Null where a library or a function is missing:
// dlerror(3) says which.
static inline const struct tpm_stack *_Nullable tpm_stack_load(void) {
    static struct tpm_stack stack;
    void *esys = dlopen("libtss2-esys.so.0", RTLD_NOW), *mu = esys ? dlopen("libtss2-mu.so.0", RTLD_NOW) : NULL,
         *rc = mu ? dlopen("libtss2-rc.so.0", RTLD_NOW) : NULL,
         *tctildr = rc ? dlopen("libtss2-tctildr.so.0", RTLD_NOW) : NULL;
    if (!tctildr) return NULL;
#define TPM_STACK_FIND(library, name) \
    if (!(*(void **)&stack.name = dlsym(library, #name))) return NULL;
    TPM_STACK_FUNCTIONS(TPM_STACK_FIND)
#undef TPM_STACK_FIND
    return &stack;
}

// Macros with a cast are invisible to Swift.

static const TPM2_ALG_ID tpm_alg_aes = TPM2_ALG_AES;
static const TPM2_ALG_ID tpm_alg_cfb = TPM2_ALG_CFB;
static const TPM2_ALG_ID tpm_alg_ecc = TPM2_ALG_ECC;
static const TPM2_ALG_ID tpm_alg_ecdsa = TPM2_ALG_ECDSA;
static const TPM2_ALG_ID tpm_alg_keyedhash = TPM2_ALG_KEYEDHASH;
static const TPM2_ALG_ID tpm_alg_null = TPM2_ALG_NULL;
static const TPM2_ALG_ID tpm_alg_sha256 = TPM2_ALG_SHA256;
static const TPM2_ECC_CURVE tpm_ecc_nist_p256 = TPM2_ECC_NIST_P256;
static const TPM2_SE tpm_se_hmac = TPM2_SE_HMAC;
static const TPM2_ST tpm_st_hashcheck = TPM2_ST_HASHCHECK;
static const TPM2_RH tpm_rh_null = TPM2_RH_NULL;

static const TPMA_OBJECT tpm_object_fixed = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT;
static const TPMA_OBJECT tpm_object_by_auth = TPMA_OBJECT_USERWITHAUTH;
static const TPMA_OBJECT tpm_object_no_da = TPMA_OBJECT_NODA;
static const TPMA_OBJECT tpm_object_made_inside = TPMA_OBJECT_SENSITIVEDATAORIGIN;
static const TPMA_OBJECT tpm_object_storage = TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT;
static const TPMA_OBJECT tpm_object_signs = TPMA_OBJECT_SIGN_ENCRYPT;

static const TPMA_SESSION tpm_session_encrypting =
    TPMA_SESSION_CONTINUESESSION | TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT;

static const TPMA_NV tpm_nv_counter =
    ((TPMA_NV)TPM2_NT_COUNTER << TPMA_NV_TPM2_NT_SHIFT) | TPMA_NV_AUTHREAD | TPMA_NV_AUTHWRITE | TPMA_NV_NO_DA;
static const TPMA_NV tpm_nv_written = TPMA_NV_WRITTEN;

static const TSS2_RC tpm_rc_layer_mask = TSS2_RC_LAYER_MASK;
static const TSS2_RC tpm_tcti_layer = TSS2_TCTI_RC_LAYER;
static const TSS2_RC tpm_resmgr_tpm_layer = TSS2_RESMGR_TPM_RC_LAYER;
static const TSS2_RC tpm_resmgr_layer = TSS2_RESMGR_RC_LAYER;
static const TSS2_RC tpm_rc_fmt1 = TPM2_RC_FMT1;
static const TSS2_RC tpm_rc_nv_defined = TPM2_RC_NV_DEFINED;
static const TSS2_RC tpm_rc_nv_uninitialized = TPM2_RC_NV_UNINITIALIZED;
static const TSS2_RC tpm_rc_handle = TPM2_RC_HANDLE;
static const TSS2_RC tpm_rc_auth_fail = TPM2_RC_AUTH_FAIL;
static const TSS2_RC tpm_rc_bad_auth = TPM2_RC_BAD_AUTH;
static const TSS2_RC tpm_rc_policy_fail = TPM2_RC_POLICY_FAIL;
static const TSS2_RC tpm_rc_integrity = TPM2_RC_INTEGRITY;
static const TSS2_RC tpm_rc_hierarchy = TPM2_RC_HIERARCHY;
static const TSS2_RC tpm_rc_object_memory = TPM2_RC_OBJECT_MEMORY;
static const TSS2_RC tpm_rc_session_memory = TPM2_RC_SESSION_MEMORY;
static const TSS2_RC tpm_rc_memory = TPM2_RC_MEMORY;
static const TSS2_RC tpm_rc_session_handles = TPM2_RC_SESSION_HANDLES;
static const TSS2_RC tpm_rc_object_handles = TPM2_RC_OBJECT_HANDLES;
static const TSS2_RC tpm_rc_yielded = TPM2_RC_YIELDED;
static const TSS2_RC tpm_rc_canceled = TPM2_RC_CANCELED;
static const TSS2_RC tpm_rc_testing = TPM2_RC_TESTING;
static const TSS2_RC tpm_rc_reference_h0 = TPM2_RC_REFERENCE_H0;
static const TPM2_CAP tpm_cap_properties = TPM2_CAP_TPM_PROPERTIES;
static const TPM2_PT tpm_pt_nv_write_recovery = TPM2_PT_NV_WRITE_RECOVERY;
static const TSS2_RC tpm_rc_nv_rate = TPM2_RC_NV_RATE;
static const TSS2_RC tpm_rc_lockout = TPM2_RC_LOCKOUT;
static const TSS2_RC tpm_rc_retry = TPM2_RC_RETRY;
